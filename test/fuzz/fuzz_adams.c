/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_adams.c -- any bytes as an ADAMS deck.
 *
 * Build with clang, -DPOLHODE_FUZZ=ON -DPOLHODE_SANITIZE=ON, and run on a corpus that holds
 * models/adams and test/data/bad/adams, with -dict=test/fuzz/adams.dict. What must hold: no crash,
 * no leak; a model or errors, never both; a place in the file for every error about a line of it.
 * replay.c runs the same over the corpus as an ordinary test.
 */
#include <polhode/polhode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int count_lines(const uint8_t *data, size_t size)
{
    int lines = 1;
    const uint8_t *end = data + size;
    while (data < end && (data = memchr(data, '\n', (size_t)(end - data))) != NULL) {
        data++;
        lines++;
    }
    return lines;
}

static void check_place(const ph_diagnostic *e, int lines)
{
    if (e->where.line < 0 || e->where.line > lines) abort();
    if (e->where.line > 0 && e->where.column < 1) abort();
    if (!e->message || !*e->message) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_fuzz_%ld.adm", (long)getpid());
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
    ph_diag *diag = ph_diag_create();
    try_file(path, NULL, 0, diag);
    int lines = count_lines(data, size);
    for (int i = 0; i < ph_diag_count(diag); i++) {
        const ph_diagnostic *e = ph_diag_get(diag, i);
        if (e->where.file && strcmp(e->where.file, path) == 0) check_place(e, lines);
    }
    ph_diag_free(diag);
    remove(path);
    return 0;
}
