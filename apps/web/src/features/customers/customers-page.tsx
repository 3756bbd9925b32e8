import type { Customer } from '@portal/contract/customers';
import { useQueryClient } from '@tanstack/react-query';
import { Building2, Eye, Link } from 'lucide-react';
import { useMemo } from 'react';
import { DataTable } from '#components/data-table/data-table.tsx';
import type { RowBehavior } from '#components/data-table/row-behavior.ts';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { SyncButton } from '#features/sync/sync-button.tsx';
import { SyncFreshness } from '#features/sync/sync-freshness.tsx';
import { copyLink } from '#lib/copy-link.ts';
import { useRole } from '#lib/profile.ts';
import { maySync, seesCustomers } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useUrlDialog } from '#lib/url-dialog.ts';
import { CustomerDialog } from './customer-dialog/customer-dialog.tsx';
import { customerOrdersQuery, customerQuery, customersSource } from './customers-api.ts';
import { customersColumns, customersFilters } from './customers-columns.ts';

const defaultSort = { id: 'companyName', descending: false };

/** The customers list, and the dialog for the customer in the URL. */
export function CustomersPage() {
  const role = useRole();
  const queryClient = useQueryClient();
  const { id, hrefOf, open, close } = useUrlDialog('/customers', 'customer');
  const columns = useMemo(() => customersColumns(role), [role]);
  const filters = useMemo(() => customersFilters(role), [role]);

  const behavior: RowBehavior<Customer> = useMemo(
    () => ({
      id: (customer) => customer.id,
      label: ({ id, rawData }) => rawData.companyName ?? rawData.entityId ?? t('customers.rowLabel', { id }),
      href: (customer) => hrefOf(customer.id),
      onOpen: (customer) => open(customer.id),
      onIntent: ({ id }) => {
        void queryClient.prefetchQuery(customerQuery(queryClient, id));
        void queryClient.prefetchQuery(customerOrdersQuery(id));
      },
      actions: [
        { label: t('table.viewDetails'), icon: Eye, onSelect: (customer) => open(customer.id) },
        { label: t('link.copy'), icon: Link, onSelect: (customer) => void copyLink(hrefOf(customer.id)) },
      ],
    }),
    [queryClient, hrefOf, open],
  );

  return (
    <>
      <DataTable
        tableKey="customers"
        label={t('customers.title')}
        searchLabel={t('customerPicker.search')}
        texts={{ empty: t('customers.empty'), emptyIcon: Building2, failed: t('customers.failed') }}
        columns={columns}
        source={customersSource}
        filters={filters}
        defaultSort={defaultSort}
        behavior={behavior}
        status={<SyncFreshness kind="customers" />}
        actions={(view) => (
          <>
            {seesCustomers(role) ? <ExportMenu kind="customers" view={view} /> : null}
            {maySync(role) ? <SyncButton kind="customers" /> : null}
          </>
        )}
      />
      <CustomerDialog id={id} onClose={close} />
    </>
  );
}
