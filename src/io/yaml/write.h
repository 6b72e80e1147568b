/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write.h -- YAML for people: short maps on one line, longer ones a line for each key.
 *
 * A map is collected first (phk_map), its values as they stand on one line, then laid out. When
 * memory runs out `failed` is set and what is put from then on is dropped: ask once, at the end.
 */
#ifndef PHK_YAML_WRITE_H
#define PHK_YAML_WRITE_H

#include <stddef.h>
#include <polhode/base.h>

typedef struct {
    char *text; /* not terminated; freed by phk_out_free */
    size_t used, size;
    int failed;
} phk_out;

void phk_out_free(phk_out *out);
void phk_put(phk_out *out, const char *format, ...) PH_PRINTF(2, 3);
/* With the fewest digits that read back to the same bits; it must be finite. The locale must have
 * a decimal point. */
void phk_put_number(phk_out *out, double value);
/* A text, name or expression, in quotes where it would not be read as that without. */
void phk_put_scalar(phk_out *out, const char *text);

typedef struct {
    const char *key; /* borrowed */
    size_t at;       /* its value in phk_map.values, up to that of the next */
} phk_map_entry;

typedef struct {
    phk_out values;
    phk_map_entry *entry;
    size_t count, size;
} phk_map;

/* Begins a value: what is put to map->values until the next key. */
void phk_map_key(phk_map *map, const char *key);
void phk_map_clear(phk_map *map);
void phk_map_free(phk_map *map);

/* `name: {key: value, ..}` on one line up to 100 columns, else a line for each key; name NULL: an
 * item of a list. remark NULL: no comment behind it. */
void phk_put_map(phk_out *out, int indent, const char *name, const phk_map *map,
                 const char *remark);
/* `key: value`, a line for each key. */
void phk_put_lines(phk_out *out, int indent, const phk_map *map);

#endif
