/* SPDX-License-Identifier: BSD-3-Clause
 *
 * geometry.c -- files for the geometry of a deck. ADAMS keeps solids in Parasolid files, which are
 * not read here; meshes of the same names in a folder the user gives take their place.
 *
 * The name is that of the ELEMENT of the file, or what ADAMS/View calls the geometry, or, for a
 * file that no other GRAPHICS takes something from, the file's own. Upper and lower case are the
 * same.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include "io/adams/build/graphics.h"
#include "io/model/mesh.h"
#include "io/text/disk.h"
#include "io/text/file.h"

/* The only value of an argument; NULL: none, or several. */
static const char *only(phk_deck *deck, const phk_statement *s, const char *argument)
{
    const phk_given *given = phk_arg_find(s, argument);
    return given && given->count == 1 ? phk_arg_text(deck, s, argument) : NULL;
}

const char *phk_geometry_stem(phk_deck *deck, const char *path)
{
    const char *name = path;
    for (const char *c = path; *c; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    const char *dot = strrchr(name, '.');
    return phk_deck_print(deck, "%.*s", (int)(dot ? (size_t)(dot - name) : strlen(name)), name);
}

/* Does another GRAPHICS take something from the same file? */
static bool is_shared(const phk_deck *deck, const phk_statement *s)
{
    phk_piece file = phk_arg_find(s, "FILE")->piece[0];
    for (const phk_statement *g = NULL; (g = phk_deck_next(deck, "GRAPHICS", g));) {
        const phk_given *other = g != s ? phk_arg_find(g, "FILE") : NULL;
        if (other && other->count == 1 && other->piece[0].length == file.length &&
            strncasecmp(deck->text + other->piece[0].at, deck->text + file.at, file.length) == 0)
            return true;
    }
    return false;
}

/* The names a file may have, best first; how many. */
enum { NAMES = 5 };
static int names_of(phk_deck *deck, const phk_statement *s, const char *name[NAMES])
{
    const char *element = only(deck, s, "ELEMENT"), *file = only(deck, s, "FILE");
    const char *dot = s->view_name ? strrchr(s->view_name, '.') : NULL;
    int n = 0;
    if (element) name[n++] = element;
    if (s->view_name) name[n++] = s->view_name;
    if (dot && dot[1]) name[n++] = dot + 1;
    name[n++] = s->name;
    if (file && !is_shared(deck, s)) name[n++] = phk_geometry_stem(deck, file);
    return n;
}

const char *phk_geometry_name(phk_deck *deck, const phk_statement *s)
{
    const char *name[NAMES], *file = only(deck, s, "FILE");
    int n = names_of(deck, s, name);
    bool own = only(deck, s, "ELEMENT") || s->view_name || !file || is_shared(deck, s);
    return own ? name[0] : name[n - 1];
}

/* `ending` NULL: of a mesh. */
static bool is_called(const char *entry, const char *name, const char *ending)
{
    size_t n = strlen(name);
    if (strncasecmp(entry, name, n) != 0) return false;
    return ending ? strcasecmp(entry + n, ending) == 0
                  : strrchr(entry, '.') == entry + n && phk_mesh_is(entry);
}

/* The file of the best name in the folder; of two that differ in their ending or case the first by
 * its letters, so that the order of the folder does not matter. */
const char *phk_geometry_look(phk_deck *deck, const char *folder, const char *const *name, int n,
                              const char *ending)
{
    DIR *at = opendir(folder);
    const char *best = NULL;
    int rank = n;
    for (const struct dirent *e; at && (e = readdir(at));) {
        int k = 0;
        while (k < n && !is_called(e->d_name, name[k], ending)) k++;
        if (k == n || k > rank || (k == rank && strcmp(e->d_name, best) > 0)) continue;
        best = phk_deck_print(deck, "%s", e->d_name);
        rank = k;
    }
    if (at) closedir(at);
    char *path = best ? phk_disk_join(&deck->arena, folder, best) : NULL;
    return path ? phk_disk_rooted(&deck->arena, path) : NULL;
}

const char *phk_geometry_find(phk_deck *deck, const phk_statement *s)
{
    const char *name[NAMES], *file = only(deck, s, "FILE"), *found = NULL;
    if (deck->how && deck->how->geometry)
        found = phk_geometry_look(deck, deck->how->geometry, name, names_of(deck, s, name), NULL);
    if (found || !file || !phk_mesh_is(file)) return found;
    /* a mesh already, beside the deck */
    char *beside = phk_file_beside(deck->file, file);
    if (!beside) phk_deck_failed(deck, PH_E_NOMEM);
    if (beside && access(beside, R_OK) == 0) found = phk_disk_rooted(&deck->arena, beside);
    free(beside);
    return found;
}

ph_status phk_geometry_check(const phk_deck *deck)
{
    const char *folder = deck->how ? deck->how->geometry : NULL;
    DIR *at = folder ? opendir(folder) : NULL;
    if (folder && !at)
        return phk_disk_error(deck->diag, folder, "look into the folder of geometry", errno);
    if (at) closedir(at);
    return PH_OK;
}
