/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A disk that takes no more, at any point of a run: each time an error with its reason, no file
 * left behind, the older result untouched, and a process that can go on and end. The file-size
 * limit plays the full disk (SIGXFSZ ignored, as the command does).
 */
#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#include <polhode/result.h>
#include "harness.h"
#include "../unit/io/blocks.h"

static char folder[64];
static int noticed_early; /* runs that learned of it from a row, not only at the end */

static void limit(rlim_t bytes)
{
    struct rlimit r;
    getrlimit(RLIMIT_FSIZE, &r);
    r.rlim_cur = bytes < r.rlim_max ? bytes : r.rlim_max;
    setrlimit(RLIMIT_FSIZE, &r);
}

static ph_status run(int rows, ph_diag *diag)
{
    ph_writer *w;
    double row[TEST_WIDTH] = {0};
    ph_status status = phk_writer_create(folder, &test_about, test_block, TEST_BLOCKS, diag, &w);
    if (status != PH_OK) return status;
    for (int i = 0; i < rows && status == PH_OK; i++) {
        row[0] = i;
        status = ph_writer_row(w, row, TEST_WIDTH, diag);
    }
    if (status != PH_OK) {
        noticed_early++;
        /* a caller that does not notice must not get a result either */
        CHECK(ph_writer_row(w, row, TEST_WIDTH, NULL) == status);
        CHECK(ph_writer_finish(w, "{}\n", NULL) == status);
        return status;
    }
    return ph_writer_finish(w, "{}\n", diag);
}

static int files(void)
{
    int count = 0;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));)
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (d) closedir(d);
    return count;
}

int main(void)
{
    enum { ROWS = 9000 }; /* three chunks of each block, 2.7 MB */
    if (!temporary_folder(folder)) TEST_SKIP("no temporary folder");
    signal(SIGXFSZ, SIG_IGN);
    CHECK(run(5, NULL) == PH_OK);
    ph_diag *diag = ph_diag_create();
    ph_status status = PH_E_IO;
    int failures = 0;
    for (rlim_t bytes = 0; status != PH_OK && bytes < 8 << 20;
         bytes += bytes < 20000 ? 499 : 50021) {
        ph_diag_clear(diag);
        limit(bytes);
        status = run(ROWS, diag);
        limit(RLIM_INFINITY);
        CHECK(files() == 2);
        ph_result *r = NULL;
        CHECK(ph_result_open(folder, NULL, &r) == PH_OK);
        CHECK(r && ph_result_rows(r) == (status == PH_OK ? ROWS : 5));
        ph_result_close(r);
        if (status == PH_OK) break;
        failures++;
        CHECK(status == PH_E_IO && ph_diag_errors(diag) == 1);
        const ph_diagnostic *e = ph_diag_get(diag, 0);
        CHECK(e && strstr(e->message, "too large") && e->hint);
    }
    CHECK(status == PH_OK && failures > 60 && noticed_early > 20);
    ph_diag_free(diag);
    remove_folder(folder);
    return TEST_RESULT();
}
