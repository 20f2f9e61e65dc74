import { clockFaults } from './clock-faults.js';
import type { Fault } from './fault.js';
import { outsideFaults } from './outside-faults.js';
import { processFaults } from './process-faults.js';
import { soak } from './soak.js';
import { storeFaults } from './store-faults.js';

export const allFaults: readonly Fault[] = [
  ...processFaults,
  ...storeFaults,
  ...outsideFaults,
  ...clockFaults,
  soak,
];
