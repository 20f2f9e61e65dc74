import { run } from '@wallet-service/runtime';
import { demoProviderConfig } from './config.js';
import { serveDemoProvider } from './demo/provider-server.js';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';

run('demo-provider', async (lifecycle) => {
  const config = demoProviderConfig();
  const running = await serveDemoProvider(config.DEMO_PROVIDER_DIR, config.CONTROL_SOCKET);
  lifecycle.onStop('close the server', () => running.close());
  console.warn('DEVELOPMENT ONLY: this identity provider gives anybody a token for any user');
  writePrivateFile(config.ADDRESS_FILE, JSON.stringify(running.address));
});
