// The kernel of SPMV for a matrix of a linear program.
#include "../spmv/spmv.cu"
