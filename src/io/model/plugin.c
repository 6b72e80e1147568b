/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/model/plugin.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/files.h>
#include "base/diag.h"
#include "io/text/disk.h"
#include "io/text/file.h"

static const char entry_name[] = "polhode_plugin";

static void close_object(void *handle)
{
    dlclose(handle);
}

/* dlsym hands out a function as a pointer to data; the two have one size where dlsym is. */
static ph_plugin_entry entry_of(void *handle)
{
    void *symbol = dlsym(handle, entry_name);
    ph_plugin_entry entry;
    memcpy(&entry, &symbol, sizeof entry);
    return entry;
}

static ph_status add_functions(ph_model *model, const char *path, const ph_plugin *content,
                               ph_source where, ph_diag *diag)
{
    ph_status worst = PH_OK;
    for (int i = 0; content->functions && content->functions[i]; i++) {
        const ph_function *f = content->functions[i];
        ph_status status = ph_model_add_function(model, f);
        if (status == PH_OK) continue;
        worst = status;
        if (status == PH_E_NAME)
            phk_error(diag, status, where, "rename it in the plug-in",
                      "function `%s` of `%s` has a name that is taken, or is not one", f->name,
                      path);
        else if (status != PH_E_NOMEM)
            phk_error(diag, status, where, "see ph_function in polhode/expression.h",
                      "function %d of `%s` is not complete", i + 1, path);
    }
    return worst;
}

/* The description of what an open object brings; NULL: reported. */
static const ph_plugin *content_of(void *handle, const char *path, ph_source where, ph_diag *diag)
{
    ph_plugin_entry entry = entry_of(handle);
    const ph_plugin *content = entry ? entry() : NULL;
    if (!content) {
        phk_error(diag, PH_E_FORMAT, where, "see polhode/plugin.h",
                  "`%s` is no plug-in: it has no function `%s`", path, entry_name);
        return NULL;
    }
    if (content->version == PH_PLUGIN_VERSION) return content;
    phk_error(diag, PH_E_FORMAT, where, "compile it anew",
              "`%s` was compiled for version %d of plug-ins; this is version %d", path,
              content->version, PH_PLUGIN_VERSION);
    return NULL;
}

static ph_status keep(ph_model *model, const char *path, void *handle, const ph_plugin *content)
{
    phk_plugin *plugin = phk_arena_alloc(&model->arena, sizeof *plugin);
    char *whole = phk_disk_rooted(&model->arena, path);
    if (!plugin || !whole) return PH_E_NOMEM;
    *plugin = (phk_plugin){whole, content, handle, close_object, model->plugin};
    model->plugin = plugin;
    return PH_OK;
}

static bool is_open(const ph_model *model, const void *handle)
{
    for (const phk_plugin *p = model->plugin; p; p = p->before)
        if (p->handle == handle) return true;
    return false;
}

ph_status phk_plugin_open(ph_model *model, const char *path, ph_source where, ph_diag *diag)
{
    char *file = phk_file_beside(model->path, path);
    if (!file) return PH_E_NOMEM;
    /* without a slash dlopen would look in the system's folders */
    char *here = strchr(file, '/') ? strdup(file) : phk_file_beside("./", path);
    free(file);
    if (!here) return PH_E_NOMEM;
    void *handle = dlopen(here, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        const char *why = dlerror();
        phk_error(diag, PH_E_IO, where, "a plug-in is a shared object, named relative to the model",
                  "cannot open plug-in `%s`: %s", path, why ? why : "unknown reason");
    }
    bool known = handle && is_open(model, handle);
    const ph_plugin *content = handle && !known ? content_of(handle, path, where, diag) : NULL;
    ph_status status = !handle ? PH_E_IO : known ? PH_OK : PH_E_FORMAT;
    if (content) status = keep(model, here, handle, content);
    free(here);
    if (known) dlclose(handle);
    if (!handle || known) return status;
    if (status) {
        dlclose(handle);
        return status;
    }
    return add_functions(model, path, content, where, diag);
}

ph_status ph_model_add_plugin(ph_model *model, const char *path, ph_diag *diag)
{
    if (!model || !path) return PH_E_USAGE;
    return phk_plugin_open(model, path, phk_nowhere, diag);
}

const ph_force_type *phk_plugin_force_type(const ph_model *model, int index)
{
    if (index < ph_force_type_count()) return ph_force_type_get(index);
    index -= ph_force_type_count();
    for (const phk_plugin *p = model->plugin; p; p = p->before)
        for (int i = 0; p->content->forces && p->content->forces[i]; i++)
            if (index-- == 0) return p->content->forces[i];
    return NULL;
}

const ph_joint_type *phk_plugin_joint_type(const ph_model *model, int index)
{
    if (index < ph_joint_type_count()) return ph_joint_type_get(index);
    index -= ph_joint_type_count();
    for (const phk_plugin *p = model->plugin; p; p = p->before)
        for (int i = 0; p->content->joints && p->content->joints[i]; i++)
            if (index-- == 0) return p->content->joints[i];
    return NULL;
}
