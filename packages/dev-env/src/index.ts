export { launcherConfig } from './config.js';
export { createExpressClient } from './express-client.js';
export type { Chain, ExpressClient } from './express-client.js';
export { expectJson, requestJson } from './http-json.js';
export { startStack } from './start-stack.js';
export type { RunningStack, StackOptions } from './start-stack.js';
export type { StackFile } from './stack-file.js';
export { startTestStack } from './start-test-stack.js';
export type { TestStack } from './start-test-stack.js';
