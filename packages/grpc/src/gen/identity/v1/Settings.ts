// Original file: proto/identity/v1/identity.proto


export interface Settings {
  'opJwtMode'?: (string);
  'expressJwtMaxLifetimeSeconds'?: (number);
  'accessKeyRecovery'?: (boolean);
  'emailProviderIds'?: (string)[];
  'allowedOrigins'?: (string)[];
  'claimPossible'?: (string);
}

export interface Settings__Output {
  'opJwtMode': (string);
  'expressJwtMaxLifetimeSeconds': (number);
  'accessKeyRecovery': (boolean);
  'emailProviderIds': (string)[];
  'allowedOrigins': (string)[];
  'claimPossible': (string);
}
