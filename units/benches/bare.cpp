// The denominator: the Verilated model with recorded stimulus and nothing else. Reads every output
// and ends in a checksum.
#include "heddle.h"
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int argc, char** argv) {
    if (argc != 5) return 2;
    std::FILE* file = std::fopen(argv[1], "rb");
    const size_t cycles = std::strtoull(argv[2], nullptr, 10);
    const size_t rounds = std::strtoull(argv[3], nullptr, 10);
    std::vector<uint64_t> in(cycles * heddle_inputs());
    if (!file || std::fread(in.data(), 8, in.size(), file) != in.size()) return 2;
    void* model = heddle_create(std::strtoul(argv[4], nullptr, 10));
    uint64_t state = 0;
    const auto start = std::chrono::steady_clock::now();
    for (size_t round = 0; round < rounds; ++round)
        if (heddle_checksum(model, in.data(), &state, cycles) != cycles) return 1;
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::printf("%.9f %016llx\n", took.count(), (unsigned long long)state);
    heddle_free(model);
}
