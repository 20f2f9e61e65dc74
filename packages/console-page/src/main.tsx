import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { codeOf } from './api.ts';
import { watchAttention } from './attention.ts';
import { router } from './router.tsx';
import { applyKeptTheme } from './parts/theme.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/charts.css';

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      const hasEnded = codeOf(error) === 'auth.session-invalid' && queryKey[0] !== 'access';
      if (hasEnded) void queries.invalidateQueries({ queryKey: ['access'] });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The client of the API has done so.
      retry: false,
    },
  },
});

applyKeptTheme();
watchAttention(() => void queries.invalidateQueries({ queryKey: ['access'] }));

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
