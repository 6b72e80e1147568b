/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_linear.c -- the linear algebra IDA sees.
 *
 * Linear systems go to linalg/factor.h behind IDA's interface for matrices and solvers: IDA's own
 * link to KLU offers only orders that ruin matrices with loops.
 */
#include "integrate/ida_work.h"

static SUNMatrix_ID matrix_id(SUNMatrix matrix)
{
    (void)matrix;
    return SUNMATRIX_CUSTOM;
}
static int matrix_zero(SUNMatrix matrix)
{
    (void)matrix; /* the Jacobian begins with that */
    return 0;
}
static SUNLinearSolver_Type solver_type(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_DIRECT;
}
static SUNLinearSolver_ID solver_id(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_CUSTOM;
}
static int solver_setup(SUNLinearSolver solver, SUNMatrix matrix)
{
    (void)matrix;
    phk_ida *e = solver->content;
    return phk_ida_report(e, phk_factor_make(e->factor, e->values), false);
}
static int solver_solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b,
                        realtype tolerance)
{
    (void)matrix, (void)tolerance;
    phk_ida *e = solver->content;
    e->base.count.solves++;
    if (x != b) N_VScale(1, b, x);
    phk_factor_solve(e->factor, N_VGetArrayPointer(x));
    return 0;
}

bool phk_ida_make_linear(phk_ida *e)
{
    e->matrix = SUNMatNewEmpty(e->context);
    e->solver = SUNLinSolNewEmpty(e->context);
    if (!e->matrix || !e->solver) return false;
    e->matrix->content = e->solver->content = e;
    e->matrix->ops->getid = matrix_id;
    e->matrix->ops->zero = matrix_zero;
    e->solver->ops->gettype = solver_type;
    e->solver->ops->getid = solver_id;
    e->solver->ops->setup = solver_setup;
    e->solver->ops->solve = solver_solve;
    return true;
}
