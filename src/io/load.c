/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c -- a model from a file, by the format its name tells.
 */
#include <locale.h>
#include <string.h>
#include <strings.h>
#include <polhode/files.h>
#include "base/diag.h"
#include "io/adams/command/command.h"
#include "io/model/file.h"

static bool ends_with(const char *path, const char *ending)
{
    size_t length = strlen(path), n = strlen(ending);
    return length >= n && strcasecmp(path + length - n, ending) == 0;
}

static ph_status load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                      ph_model *model)
{
    bool commands = ends_with(path, ".acf");
    if (!commands && !ends_with(path, ".adm"))
        return phk_model_file_load(path, set, n_set, diag, model);
    if (n_set > 0)
        return phk_error(diag, PH_E_USAGE, (ph_source){.file = path},
                         "`polhode convert` makes it a model file, whose values can be set",
                         "values of an ADAMS deck cannot be set: `%s`", set[0]);
    return commands ? phk_command_load(path, diag, model) : phk_adams_load(path, diag, model);
}

ph_status ph_model_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                        ph_model **out)
{
    *out = NULL;
    if (!path || (n_set > 0 && !set)) return phk_tell(diag, PH_E_USAGE);
    /* numbers have a decimal point, whatever the locale of the caller's program */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    ph_model *model = plain ? ph_model_create() : NULL;
    ph_status status = PH_E_NOMEM;
    if (model) {
        locale_t before = uselocale(plain);
        status = load(path, set, n_set, diag, model);
        uselocale(before);
    }
    if (plain) freelocale(plain);
    if (status == PH_OK)
        *out = model;
    else
        ph_model_free(model);
    return phk_tell(diag, status);
}
