/* SPDX-License-Identifier: BSD-3-Clause */
#include "papers.h"

const paper *const papers[PAPERS] = {&paper_krysl_newmark, &paper_krysl_liemid, &paper_pcdm,
                                     &paper_modified_hht, &paper_index3_hht};
