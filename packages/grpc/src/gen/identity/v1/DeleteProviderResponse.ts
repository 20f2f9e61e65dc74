// Original file: proto/identity/v1/identity.proto


export interface DeleteProviderResponse {
}

export interface DeleteProviderResponse__Output {
}
