//! Planted faults that the judge and the laws find.
