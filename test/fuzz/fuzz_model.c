/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_model.c -- any bytes as a model file, with overrides in front: lines `# set PATH=VALUE`.
 *
 * Build with clang, -DPOLHODE_FUZZ=ON -DPOLHODE_SANITIZE=ON, and run on a corpus that holds the
 * models, test/data/good and test/data/bad, with -dict=test/fuzz/model.dict. What must hold: no
 * crash, no leak; a model or errors, never both.
 */
#include <polhode/polhode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "again.h"

enum { SETS = 4, SET_LENGTH = 200 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int find_overrides(const uint8_t *data, size_t size, char set[SETS][SET_LENGTH])
{
    int count = 0;
    while (count < SETS && size > 6 && memcmp(data, "# set ", 6) == 0) {
        const uint8_t *end = memchr(data, '\n', size);
        size_t n = end ? (size_t)(end - data) : size;
        size_t kept = n - 6 < SET_LENGTH - 1 ? n - 6 : SET_LENGTH - 1;
        memcpy(set[count], data + 6, kept);
        set[count++][kept] = '\0';
        if (!end) break;
        data += n + 1;
        size -= n + 1;
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[60], set_text[SETS][SET_LENGTH];
    const char *set[SETS] = {set_text[0], set_text[1], set_text[2], set_text[3]};
    snprintf(path, sizeof path, "/tmp/polhode_fuzz_%ld.yaml", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
    ph_diag *diag = ph_diag_create();
    try_file(path, set, find_overrides(data, size, set_text), diag);
    ph_diag_free(diag);
    remove(path);
    return 0;
}
