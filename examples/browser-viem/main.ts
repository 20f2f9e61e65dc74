import { createClient, WalletServiceError } from '@wallet-service/sdk';
import { toViemAccount } from '@wallet-service/sdk/viem';
import { verifyMessage } from 'viem';
import { beginLogin, claimsOf, finishLogin, type Issuer } from './login.js';

type Config = Issuer & { readonly url: string; readonly apiKey: string; readonly providerId: string };

const element = <E extends HTMLElement>(id: string): E => document.getElementById(id) as E;
const [login, form] = [element('login'), element<HTMLFormElement>('sign')];
const show = (text: string): void => {
  element('result').textContent = text;
};

const config = (await (await fetch('/config.json')).json()) as Config;
login.onclick = () => void beginLogin(config);
await start().catch(explain);

async function start(): Promise<void> {
  const token = await finishLogin(config);
  if (token === undefined) return;
  const { url, apiKey, providerId } = config;
  const client = createClient({ url, apiKey, providerId, token });
  const account = toViemAccount(await client.wallet('ETH'));
  login.hidden = true;
  form.hidden = false;
  element('user').textContent = claimsOf(token).sub;
  element('address').textContent = account.address;
  form.onsubmit = (event) => {
    event.preventDefault();
    const message = element<HTMLInputElement>('message').value;
    account
      .signMessage({ message })
      .then(async (signature) => {
        const verified = await verifyMessage({ address: account.address, message, signature });
        show(`${signature} (${verified ? 'verified' : 'wrong'})`);
      })
      .catch(explain);
  };
}

function explain(error: unknown): void {
  if (error instanceof WalletServiceError) show(`${error.code}: ${error.message}`);
  else show(String(error));
}
