/* SPDX-License-Identifier: BSD-3-Clause
 *
 * readers.h -- what statements.c needs of each statement's reader: the table of its arguments and
 * the function that adds it to the model. Settings that have no arguments worth reading have no
 * table, and what is skipped has neither.
 */
#ifndef PHK_ADAMS_READERS_H
#define PHK_ADAMS_READERS_H

#include "io/adams/read/statement.h"

/* READER(joint): phk_adams_joint_args, phk_adams_build_joint. */
#define READER(name)                                                                               \
    extern const phk_arg phk_adams_##name##_args[];                                                \
    void phk_adams_build_##name(phk_deck *deck, const phk_statement *statement)

/* bodies, joints, settings */
READER(accgrav);
READER(coupler);
READER(gcon);
READER(gear);
READER(integrator);
READER(joint);
READER(jprim);
READER(marker);
READER(motion);
READER(part);
READER(flex_body);
READER(point_mass);
READER(ptcv);
READER(cvcv);
READER(units);

/* forces, data, requests, shapes */
READER(sforce);
READER(vforce);
READER(mforce);
READER(vtorque);
READER(gforce);
READER(springdamper);
READER(beam);
READER(friction);
READER(bushing);
READER(field);
READER(variable);
READER(diff);
READER(array);
READER(pinput);
READER(string);
READER(spline);
READER(matrix);
READER(curve);
READER(request);
READER(mrequest);
READER(sensor);
READER(tfsiso);
READER(lse);
READER(gse);
READER(graphics);
READER(contact);

#undef READER
#endif
