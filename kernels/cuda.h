// What CUDA sources need of CUDA when clang compiles them bare (-nocudainc -nocudalib): no toolkit
// is installed.
#pragma once

#define KERNEL extern "C" __attribute__((global))
#define DEVICE static inline __attribute__((device, always_inline))
#define NOINLINE static __attribute__((device, noinline))
#define SHARED __attribute__((shared))
// not extern "C": before a single declaration that says extern too, and the PTX would only name the
// variable; variables keep their names anyway
#define CONSTANT __attribute__((constant))
#define GLOBAL __attribute__((device))
#define BOUNDS(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define RESTRICT __restrict__

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long long ullong;

#define COMPONENT(c, reg) \
  __declspec(property(get = get_##c)) int c; \
  static inline __attribute__((device, always_inline)) int get_##c() { return __nvvm_read_ptx_sreg_##reg##_##c(); }
#define BUILTIN(name, reg) \
  struct Builtin_##reg { COMPONENT(x, reg) COMPONENT(y, reg) COMPONENT(z, reg) }; \
  extern const __attribute__((device)) Builtin_##reg name;
BUILTIN(threadIdx, tid)
BUILTIN(blockIdx, ctaid)
BUILTIN(blockDim, ntid)
BUILTIN(gridDim, nctaid)

// Not the builtins: clang 14 believes that they leave shared variables of a kernel as they are, and
// moves loads and stores across them.
#define __syncthreads() asm volatile("bar.sync \t0;" ::: "memory")
DEVICE void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
DEVICE void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }

DEVICE int min(int a, int b) { return a < b ? a : b; }
DEVICE int max(int a, int b) { return a > b ? a : b; }
DEVICE uint min(uint a, uint b) { return a < b ? a : b; }
DEVICE uint max(uint a, uint b) { return a > b ? a : b; }
DEVICE int abs(int a) { return __builtin_abs(a); }
DEVICE int mul24(int a, int b) { return __nvvm_mul24_i(a, b); }
DEVICE float fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
DEVICE float fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
DEVICE float fabsf(float a) { return __builtin_fabsf(a); }
DEVICE float sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
DEVICE float rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
DEVICE float fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
DEVICE double fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
DEVICE float floorf(float a) { return __nvvm_floor_f(a); }
DEVICE float rintf(float a) { return __nvvm_round_f(a); }
DEVICE int float2int_rn(float a) { return __nvvm_f2i_rn(a); }
DEVICE float fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }
DEVICE float sinf(float a) { return __nvvm_sin_approx_f(a); }
DEVICE float cosf(float a) { return __nvvm_cos_approx_f(a); }
DEVICE float exp2f(float a) { return __nvvm_ex2_approx_f(a); }
DEVICE float log2f(float a) { return __nvvm_lg2_approx_f(a); }
DEVICE float expf(float a) { return exp2f(a * 1.4426950408889634f); }
DEVICE float logf(float a) { return log2f(a) * 0.69314718055994531f; }
DEVICE float powf(float a, float b) { return exp2f(b * log2f(a)); }

struct float2 { float x, y; } __attribute__((aligned(8)));
struct float4 { float x, y, z, w; } __attribute__((aligned(16)));
struct int2 { int x, y; } __attribute__((aligned(8)));
struct uint2 { uint x, y; } __attribute__((aligned(8)));
struct uint4 { uint x, y, z, w; } __attribute__((aligned(16)));
DEVICE float2 make_float2(float x, float y) { return {x, y}; }

// A texture reference.
template <class T, int dimensions, int mode> struct __attribute__((device_builtin_texture_type)) texture {};

DEVICE int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
DEVICE uint atomicAdd(uint *p, uint v) { return __nvvm_atom_add_gen_i((int *)p, v); }
DEVICE float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
DEVICE uint atomicInc(uint *p, uint limit) { return __nvvm_atom_inc_gen_ui(p, limit); }
DEVICE int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
DEVICE uint atomicMin(uint *p, uint v) { return __nvvm_atom_min_gen_ui(p, v); }
DEVICE int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
DEVICE uint atomicExch(uint *p, uint v) { return __nvvm_atom_xchg_gen_i((int *)p, v); }
DEVICE uint atomicCAS(uint *p, uint compare, uint v) { return __nvvm_atom_cas_gen_i((int *)p, compare, v); }

DEVICE int shfl_down(int v, uint delta) { return __nvvm_shfl_down_i32(v, delta, 31); }
DEVICE float shfl_down(float v, uint delta) { return __nvvm_shfl_down_f32(v, delta, 31); }
DEVICE int shfl_up(int v, uint delta) { return __nvvm_shfl_up_i32(v, delta, 0); }
DEVICE int shfl_xor(int v, int mask) { return __nvvm_shfl_bfly_i32(v, mask, 31); }
DEVICE int shfl(int v, int lane) { return __nvvm_shfl_idx_i32(v, lane, 31); }
DEVICE float shfl(float v, int lane) { return __nvvm_shfl_idx_f32(v, lane, 31); }
