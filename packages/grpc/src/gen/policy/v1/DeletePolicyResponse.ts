// Original file: proto/policy/v1/policy.proto


export interface DeletePolicyResponse {
}

export interface DeletePolicyResponse__Output {
}
