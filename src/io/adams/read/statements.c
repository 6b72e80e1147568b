/* SPDX-License-Identifier: BSD-3-Clause
 *
 * statements.c -- every statement of the ADAMS/Solver language and what becomes of it.
 *
 * A new element brings its statement with one row here. Skipped is what cannot change the motion;
 * what would change it and has no element is refused, never ignored.
 *
 * A row of a statement with an id: NAME, stage, reader. The letters that suffice for a name are
 * those that tell it from the others, except where ADAMS takes fewer.
 */
#include "io/adams/read/readers.h"

/* One row per line, so that the table reads as one. */
/* clang-format off */
#define BUILD(name, id, stage, args, build, becomes) \
    {name, 0, id, PHK_STATEMENT_BUILD, becomes, args, PHK_STAGE_##stage, build, NULL}
#define SKIP(name, id, why)   {name, 0, id, PHK_STATEMENT_SKIP, why, NULL, PHK_STAGES, NULL, NULL}
#define REFUSE(name, id, why) {name, 0, id, PHK_STATEMENT_REFUSE, why, NULL, PHK_STAGES, NULL, NULL}

const phk_statement_type phk_statement_types[] = {
    BUILD("ACCGRAV", false, SETTINGS, phk_adams_accgrav_args, phk_adams_build_accgrav, "`gravity`"),
    BUILD("ARRAY", true, DATA, phk_adams_array_args, phk_adams_build_array, "numbers, or lists of variables and initial values, for functions"),
    BUILD("BEAM", true, FORCES, phk_adams_beam_args, phk_adams_build_beam, "force `beam`"),
    BUILD("BUSHING", true, FORCES, phk_adams_bushing_args, phk_adams_build_bushing, "force `bushing`"),
    REFUSE("CLEARANCE", true, "a contact by clearance between two bodies"),
    BUILD("CONTACT", true, SHAPES, phk_adams_contact_args, phk_adams_build_contact, "contact, between shapes or groups of them"),
    BUILD("COUPLER", true, JOINTS, phk_adams_coupler_args, phk_adams_build_coupler, "joint `coupler`, or `equation` by a FUNCTION"),
    BUILD("CURVE", true, DATA, phk_adams_curve_args, phk_adams_build_curve, "a curve for functions, joints and contacts along it"),
    BUILD("CVCV", true, JOINTS, phk_adams_cvcv_args, phk_adams_build_cvcv, "joint `curve_on_curve`"),
    SKIP("DEBUG", false, "printing of ADAMS' own inner state"),
    BUILD("DIFF", true, STATES, phk_adams_diff_args, phk_adams_build_diff, "state"),
    BUILD("END", false, SETTINGS, NULL, NULL, "the end of the deck: what follows is not read"),
    SKIP("ENVIRONMENT", false, "settings of ADAMS' own program"),
    SKIP("EQUILIBRIUM", false, "settings of ADAMS' search for equilibrium; polhode's goes to what rounding allows"),
    SKIP("EXTERNAL", false, "files of ADAMS/View"),
    REFUSE("EXTERNAL_SYSTEM", true, "a part of the system another program computes"),
    SKIP("FEMDATA", true, "output of loads for finite-element programs"),
    REFUSE("FE_LOAD", true, "a load spread over an FE_PART"),
    REFUSE("FE_PART", true, "a flexible body of finite elements"),
    BUILD("FIELD", true, FORCES, phk_adams_field_args, phk_adams_build_field, "force `field`"),
    BUILD("FLEX_BODY", true, PARTS, phk_adams_flex_body_args, phk_adams_build_flex_body, "flexible body, by the modes of a file NAME.phf.h5"),
    BUILD("FRICTION", true, FORCES, phk_adams_friction_args, phk_adams_build_friction,
          "force `joint_friction` or `joint_bristle`"),
    BUILD("GCON", true, JOINTS, phk_adams_gcon_args, phk_adams_build_gcon, "joint `equation`"),
    BUILD("GEAR", true, JOINTS, phk_adams_gear_args, phk_adams_build_gear, "joint `gear`"),
    BUILD("GFORCE", true, FORCES, phk_adams_gforce_args, phk_adams_build_gforce, "force `general_force`"),
    {"GRAPHICS", 0, true, PHK_STATEMENT_BUILD, "shape; outlines of files are skipped", phk_adams_graphics_args, PHK_STAGE_SHAPES, phk_adams_build_graphics, "it is about how things are drawn"},
    BUILD("GSE", true, STATES, phk_adams_gse_args, phk_adams_build_gse, "states and variables by functions of a plug-in; an event of its samples"),
    SKIP("IC", false, "settings of the search for consistent initial conditions"),
    BUILD("INTEGRATOR", false, SETTINGS, phk_adams_integrator_args, phk_adams_build_integrator, "`simulate`"),
    BUILD("JOINT", true, JOINTS, phk_adams_joint_args, phk_adams_build_joint, "joint of its type"),
    BUILD("JPRIM", true, JOINTS, phk_adams_jprim_args, phk_adams_build_jprim, "joint of its type"),
    SKIP("KINEMATICS", false, "settings of ADAMS' kinematic runs; polhode's go to what rounding allows"),
    BUILD("LSE", true, CONTROL, phk_adams_lse_args, phk_adams_build_lse, "controller `state_space`"),
    SKIP("LSOLVER", false, "the choice of ADAMS' linear solver"),
    BUILD("MARKER", true, MARKERS, phk_adams_marker_args, phk_adams_build_marker, "marker"),
    SKIP("MATERIAL", true, "properties of materials; masses and inertias are those of the parts"),
    BUILD("MATRIX", true, DATA, phk_adams_matrix_args, phk_adams_build_matrix, "numbers for other statements"),
    BUILD("MFORCE", true, FORCES, phk_adams_mforce_args, phk_adams_build_mforce, "force `modal_force`"),
    BUILD("MOTION", true, MOTIONS, phk_adams_motion_args, phk_adams_build_motion, "motion"),
    BUILD("MREQUEST", true, REQUESTS, phk_adams_mrequest_args, phk_adams_build_mrequest, "requests"),
    REFUSE("NFORCE", true, "a linear force between many markers by matrices"),
    SKIP("OUTPUT", false, "the form of ADAMS' output files"),
    BUILD("PART", true, PARTS, phk_adams_part_args, phk_adams_build_part, "body; with GROUND `ground`"),
    BUILD("PINPUT", true, STATES, phk_adams_pinput_args, NULL, "a list of variables for PINVAL, inputs of LINEAR"),
    BUILD("POINT_MASS", true, PARTS, phk_adams_point_mass_args, phk_adams_build_point_mass, "body that keeps its orientation"),
    BUILD("POUTPUT", true, STATES, phk_adams_pinput_args, NULL, "a list of variables for POUVAL, outputs of LINEAR"),
    SKIP("PREFERENCES", false, "settings of ADAMS' own solver"),
    BUILD("PSTATE", true, STATES, phk_adams_pinput_args, NULL, "a list of variables to be states of LINEAR"),
    BUILD("PTCV", true, JOINTS, phk_adams_ptcv_args, phk_adams_build_ptcv, "joint `point_on_curve`"),
    BUILD("REQUEST", true, REQUESTS, phk_adams_request_args, phk_adams_build_request, "request"),
    SKIP("RESULTS", false, "the form of ADAMS' result file"),
    SKIP("SECTION", true, "the cross section of beams in an FE_PART, which no other statement reads"),
    BUILD("SENSOR", true, REQUESTS, phk_adams_sensor_args, phk_adams_build_sensor, "event"),
    BUILD("SFORCE", true, FORCES, phk_adams_sforce_args, phk_adams_build_sforce, "force `axial_force` or `axial_torque`"),
    BUILD("SPLINE", true, DATA, phk_adams_spline_args, phk_adams_build_spline, "table"),
    BUILD("SPRINGDAMPER", true, FORCES, phk_adams_springdamper_args, phk_adams_build_springdamper, "force `spring_damper` or `torsion_spring`"),
    BUILD("STRING", true, DATA, phk_adams_string_args, NULL, "a text for other statements"),
    REFUSE("SURFACE", true, "a surface for constraints and contacts"),
    BUILD("TFSISO", true, CONTROL, phk_adams_tfsiso_args, phk_adams_build_tfsiso, "controller `transfer`"),
    REFUSE("TIRE", true, "a tire"),
    SKIP("TITLE", false, "a title; the first line of the deck is the one that counts"),
    REFUSE("UCON", true, "a constraint by a user's subroutine"),
    BUILD("UNITS", false, UNITS, phk_adams_units_args, phk_adams_build_units, "units of everything in the deck"),
    BUILD("VARIABLE", true, STATES, phk_adams_variable_args, phk_adams_build_variable, "variable"),
    BUILD("VFORCE", true, FORCES, phk_adams_vforce_args, phk_adams_build_vforce, "force `force`"),
    BUILD("VTORQUE", true, FORCES, phk_adams_vtorque_args, phk_adams_build_vtorque, "force `torque`"),
    {.name = NULL}};
