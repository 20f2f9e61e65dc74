export { launcherConfig } from './config.js';
export { createExpressClient } from './http/express-client.js';
export type { Chain, ExpressClient } from './http/express-client.js';
export { expectJson, requestJson } from './http/http-json.js';
export { startStack } from './stack/start-stack.js';
export type { RunningStack, StackOptions } from './stack/start-stack.js';
export type { StackFile } from './stack/stack-file.js';
export { startTestStack } from './stack/start-test-stack.js';
export type { TestStack } from './stack/start-test-stack.js';
