// The kernel of spmv_warp on another matrix.
#include "../spmv_warp/spmv_warp.cu"
