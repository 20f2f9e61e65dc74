import { hostOf } from './host-of.js';

it.each([
  ['https://user:hunter2@hooks.example/t/hunter2?k=hunter2', 'hooks.example'],
  ['http://127.0.0.1:8080/x', '127.0.0.1:8080'],
  ['hunter2', ''],
])('gives only the host of %s', (url, host) => {
  expect(hostOf(url)).toBe(host);
});
