import { measureEngine } from './measure-engine.js';

console.log(JSON.stringify(measureEngine(1000), null, 2));
