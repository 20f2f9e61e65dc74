import { refusalOf } from '../policy-refusal.ts';
import { Failure, Fields, Notice, Trace } from './states.tsx';

/** A failure of a request with a policy. The editor shows what is wrong in the policy, so this does not repeat it. */
export function Refusal({ error }: { readonly error: unknown }) {
  const { inPolicy, elsewhere } = refusalOf(error);
  if (inPolicy.length === 0) return <Failure error={error} />;
  return (
    <Notice tone="bad" title="The service refuses this policy">
      <p>{inPolicy.length === 1 ? 'The place is' : 'The places are'} marked in it.</p>
      <Fields of={elsewhere} />
      <Trace of={error} />
    </Notice>
  );
}
