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

/* Files of the same programs that are no models. False: it is none of them. */
static bool is_foreign(const char *path, ph_diag *diag)
{
    static const struct {
        const char *ending, *what, *hint;
    } known[] = {
        {".cmd", "commands of ADAMS/View, which make a model there",
         "let ADAMS/View write the model: File, Export, ADAMS/Solver data set, a file .adm"},
        {".bin", "a database of ADAMS/View",
         "let ADAMS/View write the model: File, Export, ADAMS/Solver data set, a file .adm"},
        {".req", "requests of a run of ADAMS", "name its deck, .adm, or its commands, .acf"},
        {".res", "the result of a run of ADAMS", "name its deck, .adm, or its commands, .acf"},
        {".gra", "pictures of a run of ADAMS", "name its deck, .adm, or its commands, .acf"},
        {".msg", "messages of a run of ADAMS", "name its deck, .adm, or its commands, .acf"},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (ends_with(path, known[k].ending)) {
            phk_error(diag, PH_E_FORMAT, (ph_source){.file = path}, known[k].hint,
                      "a file `%s` holds %s: it is no model", known[k].ending, known[k].what);
            return true;
        }
    return false;
}

static ph_status load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model)
{
    bool commands = ends_with(path, ".acf"), deck = commands || ends_with(path, ".adm");
    ph_source file = {.file = path};
    if (is_foreign(path, diag)) return PH_E_FORMAT;
    if (!deck && (how->geometry || how->left_out > 0 || how->approximated > 0))
        return phk_error(diag, PH_E_USAGE, file, "change the model file itself",
                         how->geometry       ? "a folder of geometry is for ADAMS decks"
                         : how->approximated ? "statements are approximated of ADAMS decks"
                                             : "statements are left out of ADAMS decks");
    if (!deck) return phk_model_file_load(path, how->set, how->sets, diag, model);
    if (how->sets > 0)
        return phk_error(diag, PH_E_USAGE, file,
                         "`polhode convert` makes it a model file, whose values can be set",
                         "values of an ADAMS deck cannot be set: `%s`", how->set[0]);
    return commands ? phk_command_load(path, how, diag, model)
                    : phk_adams_load(path, how, diag, model);
}

ph_status ph_model_read(const char *path, const ph_reading *how, ph_diag *diag, ph_model **out)
{
    static const ph_reading nothing = {0};
    *out = NULL;
    if (!how) how = &nothing;
    if (!path || (how->sets > 0 && !how->set) || (how->left_out > 0 && !how->leave_out) ||
        (how->approximated > 0 && !how->approximate))
        return phk_tell(diag, PH_E_USAGE);
    /* numbers have a decimal point, whatever the locale of the caller's program */
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    ph_model *model = plain ? ph_model_create() : NULL;
    ph_status status = PH_E_NOMEM;
    if (model) {
        locale_t before = uselocale(plain);
        status = load(path, how, diag, model);
        uselocale(before);
    }
    if (plain) freelocale(plain);
    if (status == PH_OK)
        *out = model;
    else
        ph_model_free(model);
    return phk_tell(diag, status);
}

ph_status ph_model_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                        ph_model **out)
{
    return ph_model_read(path, &(ph_reading){.set = set, .sets = n_set}, diag, out);
}
