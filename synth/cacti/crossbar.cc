// CACTI's crossbar, which its command line does not show: `crossbar CONFIGURATION INPUTS OUTPUTS BITS`.
#include <cstdio>
#include <cstdlib>
#include <string>
#include "cacti_interface.h"
#include "crossbar.h"

int main(int count, char **words) {
  if (count != 5) return 2;
  // sets the technology up, and prints a memory that nobody asked for
  cacti_interface(std::string(words[1]));
  Crossbar crossbar(atof(words[2]), atof(words[3]), atof(words[4]));
  crossbar.compute_power();
  printf("\ncrossbar um2 %.9g ns %.9g pJ %.9g\n", crossbar.area.get_area(), crossbar.delay * 1e9, crossbar.power.readOp.dynamic * 1e12);
  return 0;
}
