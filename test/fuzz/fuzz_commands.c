/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fuzz_commands.c -- any bytes as an ADAMS command file whose first line names a small deck.
 *
 * Build and run as fuzz_adams, on a corpus of .acf files. What must hold: no crash, no leak; a
 * model or errors, never both.
 */
#include <polhode/polhode.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "again.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char deck[] = "deck\nUNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND\n"
                           "PART/1, GROUND\nMARKER/1, PART=1\n"
                           "PART/2, MASS=2, CM=20, IP=1000,1000,1000, QG=100,0,0\n"
                           "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-100,0,0\n"
                           "JOINT/1, REVOLUTE, I=21, J=1\n"
                           "SPRINGDAMPER/1, TRANSLATION, I=20, J=1, K=1, LENGTH=1\nEND\n";

static void put(const char *path, const char *head, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(head, file) < 0 || fwrite(data, 1, size, file) != size || fclose(file) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[60], file[60], head[80];
    snprintf(file, sizeof file, "/tmp/polhode_fuzz_%ld.adm", (long)getpid());
    snprintf(path, sizeof path, "/tmp/polhode_fuzz_%ld.acf", (long)getpid());
    snprintf(head, sizeof head, "%s", file);
    put(file, "", deck, sizeof deck - 1);
    /* the deck's name in the place of line 1 */
    const uint8_t *rest = size ? memchr(data, '\n', size) : NULL;
    put(path, head, rest ? (const char *)rest : "", rest ? size - (size_t)(rest - data) : 0);
    ph_diag *diag = ph_diag_create();
    try_file(path, NULL, 0, diag);
    ph_diag_free(diag);
    remove(path);
    remove(file);
    return 0;
}
