// Original file: proto/identity/v1/identity.proto


export interface RevokeSecretKeyResponse {
}

export interface RevokeSecretKeyResponse__Output {
}
