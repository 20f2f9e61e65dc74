import { ruleReference } from '../openapi/rule-reference.js';
import { ruleExamples } from './rule-examples.js';

const introduction = `## Rule language

A policy is a list of rules for one chain. \`POST /v1/policy\` makes one. Try it first with
\`POST /v1/policy/evaluate\`, which signs nothing and says which rule decides and why.

1. All conditions of a rule must hold. For "or", write several rules.
2. **DENY beats require_approval beats require_mfa beats ALLOW**, in any order and across all active policies of the
   chain. When no ALLOW, require_approval or require_mfa rule holds, the application’s \`default_action\` decides.
3. A condition whose truth is unknown makes a DENY rule fire, a require_approval rule ask for approvals, and a
   require_mfa rule ask for a second factor. It never allows.
4. A rule that can never match is refused when it is written, with the place of the mistake.

### Methods, fields and operators

`;

/** The chapter about rules: what they can say, and complete examples. */
export function ruleChapter(): string {
  const examples = Object.entries(ruleExamples).map(
    ([title, body]) => `#### ${title}\n\n\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  );
  return [introduction + ruleReference, '### Examples of policies', ...examples].join('\n\n');
}
