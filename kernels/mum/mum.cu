// DNA sequence alignment, after MUMmerGPU in Rodinia: queries go down the suffix tree of a text, a
// query a thread; then every match that is long enough is looked up at all places where the text
// has it, a match a thread.
#include "../cuda.h"

enum { LETTERS = 5, ROOT = 0 }; // four, and the end of the text

struct Node {
  int child[LETTERS]; // 0: none, the root is nobody's child
  int parent;
  int link;       // the node of the same letters without the first
  int start, end; // the letters of the edge to it, in the text
  int depth;      // letters from the root
};

// Writes for each position of each query how many letters match from there, and the node at or
// above which the match ends.
KERNEL void mum_match(const Node *tree, const uchar *text, const uchar *queries, int *ends, int *lengths, int count, int length, int positions) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  const uchar *query = queries + id * length;
  int node = ROOT;
  int matched = 0;
  for (int from = 0; from < positions; from++) {
    const uchar *rest = query + from;
    int most = length - from;
    int below = ROOT;
    // what is known to match is skipped, an edge at a time
    while (tree[node].depth < matched) {
      below = tree[node].child[rest[tree[node].depth]];
      if (tree[below].depth > matched) break;
      node = below;
    }
    // then letter by letter
    while (matched < most) {
      if (tree[node].depth == matched) {
        below = tree[node].child[rest[matched]];
        if (below == ROOT) break;
      }
      int at = tree[below].start + matched - tree[node].depth;
      int end = tree[below].end;
      while (at < end && matched < most && text[at] == rest[matched]) {
        at++;
        matched++;
      }
      if (at < end) break;
      node = below;
    }
    ends[id * positions + from] = tree[node].depth == matched ? node : below;
    lengths[id * positions + from] = matched;
    // the next position begins where the suffix link leads
    if (matched > 0) {
      node = tree[node].link;
      matched--;
    }
  }
}

// Counts the places of each match that can not be made longer to the left, and finds the first: a
// walk through the leaves below its end.
KERNEL void mum_places(const Node *tree, const uchar *text, const uchar *queries, const int *ends, const int *lengths, int *places, int *first, int total,
                       int size, int length, int positions, int least) {
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= total || lengths[id] < least) return;
  int top = ends[id];
  int from = id % positions;
  int left = from > 0 ? queries[id / positions * length + from - 1] : -1;
  int found = 0;
  int lowest = size;
  int node = top;
  int letter = 0;
  while (true) {
    while (letter < LETTERS && tree[node].child[letter] == 0) letter++;
    if (letter < LETTERS) {
      node = tree[node].child[letter];
      letter = 0;
      continue;
    }
    // a leaf's letters are those of a suffix: they begin where the text has as many left
    if (tree[node].end == size) {
      int place = size - tree[node].depth;
      if (place == 0 || text[place - 1] != left) {
        found++;
        lowest = min(lowest, place);
      }
    }
    if (node == top) break;
    letter = text[tree[node].start] + 1;
    node = tree[node].parent;
  }
  places[id] = found;
  first[id] = found > 0 ? lowest : -1;
}
