import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { Application } from '../directory/application.js';
import { readApplicationChanges } from './application-changes.js';
import { createApplication, type CreateApplicationDeps } from './create-application.js';
import { listApplications, type ListApplicationsDeps } from './list-applications.js';
import { updateApplication, type UpdateApplicationDeps } from './update-application.js';

type Methods = 'CreateApplication' | 'ListApplications' | 'GetApplication' | 'UpdateApplication';

export type ApplicationHandlersDeps = CreateApplicationDeps &
  ListApplicationsDeps &
  UpdateApplicationDeps & {
    readonly find: (applicationId: string) => Promise<Application | undefined>;
  };

export function applicationHandlers(
  deps: ApplicationHandlersDeps,
): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    async CreateApplication({ name }) {
      const { application, key } = await createApplication(deps, name);
      return {
        application: applicationToWire(application),
        secretKeyId: key.kept.id,
        secretKey: key.secretKey,
      };
    },

    async ListApplications({ after, limit }) {
      const { applications, next } = await listApplications(deps, after, limit);
      return { applications: applications.map(applicationToWire), next };
    },

    async GetApplication({ applicationId }) {
      const application = await deps.find(applicationId);
      if (!application) throw new AppError('application.not-found', 'there is no such application');
      return applicationToWire(application);
    },

    async UpdateApplication({ applicationId, ...wire }, { grant }) {
      const byOperator = grant !== undefined && grant.applicationId === undefined;
      const changes = readApplicationChanges(wire);
      return applicationToWire(await updateApplication(deps, applicationId, changes, byOperator));
    },
  };
}

export function applicationToWire(
  application: Application,
): ReceivedResponseOf<IdentityDefinition['GetApplication']> {
  const { id, name, apiKey, settings, features } = application;
  return {
    id,
    name,
    apiKey,
    settings: {
      ...settings,
      emailProviderIds: [...settings.emailProviderIds],
      allowedOrigins: [...settings.allowedOrigins],
    },
    features: { pregeneratedWallets: features.pregeneratedWallets },
    timeCreated: String(application.timeCreated),
    timeUpdated: String(application.timeUpdated),
  };
}
