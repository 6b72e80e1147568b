/* SPDX-License-Identifier: BSD-3-Clause
 *
 * args.h -- rows that many tables of arguments have.
 */
#ifndef PHK_ADAMS_ARGS_H
#define PHK_ADAMS_ARGS_H

#include "io/adams/read/statement.h"

#define ARG_FLAG(name)                                                                             \
    {                                                                                              \
        name, PHK_ARG_FLAG, .flags = 0                                                             \
    }
#define ARG_NUMBER(name)                                                                           \
    {                                                                                              \
        name, PHK_ARG_NUMBER, .flags = 0                                                           \
    }
#define ARG_VECTOR(name)                                                                           \
    {                                                                                              \
        name, PHK_ARG_NUMBER, .least = 3, .most = 3                                                \
    }
#define ARG_MARKER(name)                                                                           \
    {                                                                                              \
        name, PHK_ARG_ID, .of = "MARKER"                                                           \
    }
#define ARG_TEXT(name)                                                                             \
    {                                                                                              \
        name, PHK_ARG_TEXT, .flags = 0                                                             \
    }
#define ARG_END                                                                                    \
    {                                                                                              \
        .name = NULL                                                                               \
    }

#endif
