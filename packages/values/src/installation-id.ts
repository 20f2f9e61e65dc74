/**
 * The application id under which the installation keeps a journal of its own. No application has it: it is the largest
 * UUID (RFC 9562, section 5.10). The smallest one stands for every application where journals are stopped.
 */
export const installationId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
