// Original file: proto/identity/v1/identity.proto


export interface RemovePasskeyResponse {
}

export interface RemovePasskeyResponse__Output {
}
