import { useNavigate } from '@tanstack/react-router';
import { UploadPoPage } from '../../features/purchasing/upload/UploadPoPage.tsx';

/** An order that was rejected because it exists opens in Receive Inventory. */
export function UploadPoRoute() {
  const navigate = useNavigate();
  return (
    <UploadPoPage
      onOpenPo={(po) => void navigate({ to: '/receiveinventory', search: { po } })}
      onShow={() => void navigate({ to: '/receiveinventory/uploadpo' })}
    />
  );
}
