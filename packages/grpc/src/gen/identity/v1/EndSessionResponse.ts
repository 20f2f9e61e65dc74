// Original file: proto/identity/v1/identity.proto


export interface EndSessionResponse {
}

export interface EndSessionResponse__Output {
}
