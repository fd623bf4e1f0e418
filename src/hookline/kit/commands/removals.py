"""Sub-commands that delete what cannot be made again: at hosting companies, in clusters, of virtual
machines, of a system's packages. Data; `destruction` applies it.
"""

from __future__ import annotations

#: Program → how its words begin, options apart, when it removes something for good.
REMOVES: dict[str, tuple[str, ...]] = {
    program: tuple(start.strip() for start in starts.split(","))
    for programs, starts in {
        "heroku": "apps:destroy, apps:delete, addons:destroy, pg:reset, releases:rollback, domains:clear",
        "fly flyctl": "apps destroy, destroy, volumes destroy, volumes delete, machine destroy, "
        "machines destroy, postgres destroy, redis destroy, storage destroy",
        "vercel vc": "remove, rm, project rm, env rm, domains rm",
        "netlify ntl": "sites:delete, env:unset",
        "railway": "delete, down, volume delete",
        "render": "services delete",
        "firebase": "projects:delete, firestore:delete, database:remove, hosting:disable, auth:import, "
        "functions:delete",
        "wrangler": "delete, kv namespace delete, kv:namespace delete, r2 bucket delete, "
        "r2 object delete, kv key delete, kv bulk delete, queues delete, pages project delete",
        "doctl": "compute droplet delete, databases delete, apps delete, kubernetes cluster delete, "
        "compute volume delete",
        "linode-cli": "linodes delete, volumes delete, databases delete",
        "hcloud": "server delete, volume delete, image delete, network delete",
        "scw": "instance server delete, instance server terminate, rdb instance delete",
        "oci": "os object delete, os object bulk-delete, compute instance terminate",
        "ibmcloud": "resource service-instance-delete, is instance-delete",
        "aliyun": "ecs DeleteInstance, oss rm",
        "supabase": "projects delete, branches delete, storage rm",
        "neonctl": "projects delete, branches delete, databases delete",
        "pscale": "database delete, branch delete",
        "atlas": "clusters delete, projects delete",
        "eksctl": "delete cluster, delete nodegroup",
        "kops": "delete cluster",
        "kind k3d minikube": "delete, cluster delete",
        "sam serverless sls eb": "delete, remove, terminate",
        "terragrunt": "destroy, run-all destroy",
        "terraform tofu": "state rm, workspace delete",
        "argocd": "app delete",
        "flux": "uninstall, delete",
        "nomad": "job stop -purge, system gc",
        "consul": "kv delete",
        "vault": "secrets disable, kv delete, kv destroy, kv metadata delete, delete, auth disable",
        "etcdctl": "del",
        "vagrant": "destroy",
        "virsh": "undefine, destroy, vol-delete, pool-delete, snapshot-delete",
        "VBoxManage vboxmanage": "unregistervm, closemedium",
        "lxc incus": "delete, storage delete",
        "multipass": "delete, purge",
        "limactl colima": "delete",
        "nerdctl buildah": "system prune, volume rm, volume prune, rm --all",
        "s3cmd": "del, rm, rb, expire",
        "s5cmd": "rm, rb",
        "mc": "rm, rb",
        "b2": "delete-file-version, delete-bucket, rm, bucket delete",
        "azcopy": "remove, rm",
        "ossutil coscli": "rm, rb",
        "swift": "delete",
        "restic borg": "forget, prune, delete",
        "tarsnap": "-d, --nuke",
        "kafka-topics kafka-topics.sh": "--delete",
        "rabbitmqctl": "delete_queue, delete_vhost, purge_queue, reset, force_reset",
        "npm pnpm yarn": "unpublish",
        "gem": "yank",
        "cargo": "yank",
        "apt apt-get aptitude": "purge, remove, autoremove --purge, autopurge",
        "dnf yum zypper": "remove, erase, autoremove, rm",
        "apk": "del",
        "conda mamba micromamba": "env remove, remove --all",
        "tmutil": "delete, deletelocalsnapshots",
        "secret-tool": "clear",
        "security": "delete-keychain, delete-generic-password, delete-internet-password",
        "gpg gpg2": "--delete-secret-keys, --delete-secret-and-public-key, --delete-secret-key",
        "pass": "rm, git reset",
        "op": "item delete, vault delete, document delete",
        "docker podman": "context rm, swarm leave, stack rm, secret rm, config rm, builder prune -a",
        "wsl": "--unregister",
        "reg": "delete",
        "vssadmin": "delete",
        "wmic": "shadowcopy delete",
        "bcdedit": "/delete, /set",
        "net": "user",
    }.items()
    for program in programs.split()
}
#: What of a cluster passes when it is deleted by name: it is made again by itself.
COMES_BACK = frozenset("pod pods po job jobs event events lease leases".split())
