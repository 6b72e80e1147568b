/* SPDX-License-Identifier: BSD-3-Clause
 *
 * formats.h -- one function for each form of file that finite-element models come in: reads a text
 * into a model that is being built. All errors go to the build's list, up to MANY of a file.
 */
#ifndef PHK_FE_FORMATS_H
#define PHK_FE_FORMATS_H

#include "io/fe/build.h"
#include "io/fe/text.h"

enum { PHK_FE_MANY = 20 }; /* errors after which a file is given up */

/* A text in memory, and where it is from. */
typedef struct {
    const char *file, *text;
    size_t length;
} phk_fe_source;

/* CalculiX: equations `node.direction`, a line each; and entries `row column value`. */
ph_status phk_fe_read_dof(phk_fe_build *b, const phk_fe_source *in);
ph_status phk_fe_read_ccx_matrix(phk_fe_build *b, const phk_fe_source *in, phk_triplets *to);
/* *NODE, *ELEMENT, *NSET, *INCLUDE of CalculiX and Abaqus. `deep`: files it is included by. */
ph_status phk_fe_read_inp(phk_fe_build *b, const phk_fe_source *in, int deep);
/* Nodes and elements of CalculiX' results. */
ph_status phk_fe_read_frd(phk_fe_build *b, const phk_fe_source *in);
/* `%%MatrixMarket matrix coordinate real symmetric`, or Abaqus' lines node,dof,node,dof,value. */
ph_status phk_fe_read_mtx(phk_fe_build *b, const phk_fe_source *in, phk_triplets *to);
/* node,direction,x,y,z: an equation in each line. */
ph_status phk_fe_read_dof_table(phk_fe_build *b, const phk_fe_source *in);
/* GRID and DMIG of Nastran; stiffness, mass: names of matrices, NULL: those that begin with K, M.
 */
ph_status phk_fe_read_bulk(phk_fe_build *b, const phk_fe_source *in, const char *stiffness,
                           const char *mass);

#endif
