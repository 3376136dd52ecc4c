import { useNavigate } from '@tanstack/react-router';
import { UploadPoPage } from '../../features/purchasing/upload/UploadPoPage.tsx';

/** The upload of purchase orders; what was refused because it is there already is opened where it is received. */
export function UploadPoRoute() {
  const navigate = useNavigate();
  return (
    <UploadPoPage
      onOpenPo={(po) => void navigate({ to: '/receiveinventory', search: { po } })}
      onShow={() => void navigate({ to: '/receiveinventory/uploadpo' })}
    />
  );
}
