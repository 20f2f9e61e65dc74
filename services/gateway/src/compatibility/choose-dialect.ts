import type { AppDeps } from '../app.js';
import { createAuthenticators } from '../authenticators.js';
import type { Services } from '../clients/services.js';
import type { Config } from '../config.js';
import type { CoreUsers } from '../http/core-user.js';
import type { UserVerification } from '../http/verify-user.js';
import { compatibleUsers } from './compatible-users.js';
import { magicCompatibility } from './compatibility.js';

type Deps = {
  readonly identity: Services['identity'];
  readonly verifyUser: UserVerification;
  readonly coreUsers: CoreUsers;
};

/** How requests are read and their callers authenticated. Without the setting nothing of this folder runs. */
export function chooseDialect(
  setting: Config['compatibility'],
  { identity, verifyUser, coreUsers }: Deps,
): Pick<AppDeps, 'authenticators' | 'compatibility'> {
  const authenticators = createAuthenticators(identity, verifyUser);
  if (setting === undefined) return { authenticators };
  const user = compatibleUsers({ identity, authenticators, coreUsers });
  return { authenticators: { ...authenticators, user }, compatibility: magicCompatibility({ identity }) };
}
