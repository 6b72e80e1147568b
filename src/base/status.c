/* SPDX-License-Identifier: BSD-3-Clause */
#include <polhode/base.h>

#ifndef POLHODE_VERSION
#error "the build defines POLHODE_VERSION"
#endif

const char *ph_status_text(ph_status status)
{
    switch (status) {
#define X(name, value, text)                                                                       \
    case name:                                                                                     \
        return text;
        PH_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

const char *ph_status_name(ph_status status)
{
    switch (status) {
#define X(name, value, text)                                                                       \
    case name:                                                                                     \
        return #name;
        PH_STATUS_LIST(X)
#undef X
    }
    return "PH_?";
}

const char *ph_version(void)
{
    return POLHODE_VERSION;
}
