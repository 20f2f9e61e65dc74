/** `$DATA_DIR/stack.json`. It exists while the stack is ready. Others depend on its form. */
export type StackFile = {
  readonly express_url: string;
  readonly core_url: string;
  readonly api_url: string;
  readonly operator_key: string;
  readonly app: { readonly id: string; readonly api_key: string; readonly secret_key: string };
  readonly demo_provider: {
    readonly id: string;
    readonly issuer: string;
    readonly audience: string;
    readonly token_url: string;
  };
};
