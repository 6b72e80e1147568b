/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocks.h -- a synthetic result: bodies, forces, variables, energy, with numbers that tell where
 * they belong.
 */
#ifndef TEST_BLOCKS_H
#define TEST_BLOCKS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/result/write.h"

static const char *const xyz[] = {"x", "y", "z"};
static const char *const quat[] = {"0", "1", "2", "3"};
static const char *const body_names[] = {"top", "rotor"};
static const char *const force_names[] = {"spring", "tip.on.top", "tip.on.rotor"};
static const char *const torque_names[] = {"motor"};
static const char *const variable_names[] = {"tilt", "gap"};

/* A block that is no request. */
#define BLOCK(group, quantity, unit, objects, width, names, components)                            \
    {                                                                                              \
        group, quantity, unit, objects, width, names, components, NULL, 0, NULL, NULL, 0           \
    }
static const ph_block test_block[] = {
    BLOCK("bodies", "pos", "m", 2, 3, body_names, xyz),
    BLOCK("bodies", "quat", "", 2, 4, body_names, quat),
    BLOCK("bodies", "omega", "rad/s", 2, 3, body_names, xyz),
    BLOCK("forces", "force", "N", 3, 3, force_names, xyz),
    BLOCK("forces", "torque", "N m", 1, 3, torque_names, xyz),
    BLOCK("contacts", "force", "N", 0, 3, NULL, xyz), /* a model without any */
    BLOCK("variables", "", "", 2, 1, variable_names, NULL),
    BLOCK("energy", "kinetic", "J", 1, 1, NULL, NULL),
    BLOCK("energy", "total", "J", 1, 1, NULL, NULL),
};
enum {
    TEST_BLOCKS = sizeof test_block / sizeof test_block[0],
    TEST_WIDTH = 1 + 20 + 9 + 3 + 2 + 2
};

static const phk_result_about test_about = {
    "heavy top", "simo-wong", "end = 10 s\nstep = 0.01 s\n", "top.yaml", "# a model\nbodies: {}\n",
    0,           NULL};

/* A number of any bits: signs, subnormals, infinities and NaN among them. */
static inline double test_number(unsigned long long row, unsigned long long column)
{
    unsigned long long x = (row + 1) * 0x9E3779B97F4A7C15ull ^ (column + 1) * 0xD1B54A32D192ED03ull;
    x ^= x >> 31;
    x *= 0xBF58476D1CE4E5B9ull;
    x ^= x >> 29;
    double value;
    memcpy(&value, &x, sizeof value);
    return value;
}

static inline int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* A fresh folder under the system's temporary one; the test removes it. */
static inline char *temporary_folder(char text[64])
{
    snprintf(text, 64, "/tmp/polhode-test-XXXXXX");
    return mkdtemp(text);
}

static inline void remove_folder(const char *path)
{
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    if (system(command) != 0) printf("cannot remove %s\n", path);
}

#endif
