// Original file: proto/identity/v1/identity.proto


export interface AuthenticateOperatorResponse {
}

export interface AuthenticateOperatorResponse__Output {
}
