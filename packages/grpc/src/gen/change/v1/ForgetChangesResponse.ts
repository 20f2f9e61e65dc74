// Original file: proto/change/v1/change.proto


export interface ForgetChangesResponse {
}

export interface ForgetChangesResponse__Output {
}
