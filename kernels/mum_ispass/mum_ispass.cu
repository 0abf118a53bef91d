// DNA sequence alignment, after MUMmerGPU in the GPGPU-Sim set: queries go down the suffix tree of
// a text, a query a thread. Nodes and text are texels; where a node's matches are is looked up on
// the host.
#include "../cuda.h"

// The tree's nodes: first letter of the edge to it in the text, the end of that edge, the child by
// the text's end, the suffix link. Their children by the four letters. The text.
GLOBAL texture<uint4, 2, 0> nodes, children;
GLOBAL texture<uchar, 2, 0> letters;

#define FETCH(name) \
  DEVICE uint4 fetch_##name(uint x, uint y) { \
    uint4 v; \
    asm("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [" #name ", {%4, %5}];" \
        : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "f"((float)x), "f"((float)y)); \
    return v; \
  }
FETCH(nodes)
FETCH(children)
FETCH(letters)

enum { ROOT = 0, COLUMNS = 4096 }; // texels of a row

// The place of a node's texel: column in the lower half, row in the upper. The root is nobody's
// child and stands for none.
typedef uint Place;

struct Match {
  Place node;
  int letters; // of the edge to the node; 0 if none of its children goes on
};

DEVICE uint letter_at(uint at) { return fetch_letters(at % COLUMNS, at / COLUMNS).x; }

DEVICE Place child(uint4 children, uint letter) {
  switch (letter) {
  case 0: return children.x;
  case 1: return children.y;
  case 2: return children.z;
  case 3: return children.w;
  default: return ROOT;
  }
}

// Writes for each position of each query where the longest match from there ends, if it has `least`
// letters. A query ends in a letter of its own.
KERNEL BOUNDS(256) void mum_match(const uchar *queries, Match *matches, int count, int length, int least) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  const uchar *rest = queries + id * (length + 1);
  Match *match = matches + id * (length - least + 1);
  Place node = ROOT;
  int matched = -1; // letters from `rest` to `node`
  int known = 0;    // letters below `node` that match
  for (int from = 0; from <= length - least; from++, rest++, match++) {
    if (matched < 0) {
      node = ROOT;
      matched = 0;
      known = 0;
    }
    Place above = node;
    int begin = 0, at = 0;
    bool stuck = false;
    uint letter = rest[matched];
    while (letter < 4) {
      uint4 children = fetch_children(node & 0xffff, node >> 16);
      above = node;
      Place below = child(children, letter);
      if (below == ROOT) {
        stuck = true;
        break;
      }
      node = below;
      uint4 edge = fetch_nodes(node & 0xffff, node >> 16);
      begin = edge.x;
      int end = edge.y;
      // what is known to match is skipped, the first letter always
      int skipped = known > 0 ? min(known, end - begin) : 1;
      known = max(known - skipped, 0);
      at = begin + skipped;
      matched += skipped;
      letter = rest[matched];
      while (at < end && letter < 4 && letter_at(at) == letter) {
        at++;
        matched++;
        letter = rest[matched];
      }
      if (at < end) break;
    }
    if (matched >= least) {
      match->node = node;
      match->letters = stuck ? 0 : at - begin;
    }
    // the next position begins where the suffix link of the node above leads
    known = stuck ? 0 : at - begin;
    matched -= known + 1;
    node = fetch_nodes(above & 0xffff, above >> 16).w;
  }
}
