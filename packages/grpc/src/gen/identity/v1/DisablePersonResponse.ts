// Original file: proto/identity/v1/identity.proto


export interface DisablePersonResponse {
}

export interface DisablePersonResponse__Output {
}
