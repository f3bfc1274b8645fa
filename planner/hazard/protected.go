package hazard

import (
	"strings"

	"github.com/fluxmigrate/fluxmigrate/planner/ownership"
)

// protection is one row of the table of built-in protected kinds.
type protection struct {
	group  string // exact, or ".suffix" for every group that ends so
	kind   string // "" is every kind of the group
	reason string
}

const (
	holdsData     = "it holds data, or decides what becomes of data"
	holdsCloud    = "it stands for infrastructure that is destroyed with it"
	holdsAddress  = "clients reach the cluster by the address it holds"
	takesContents = "everything in it is deleted with it"
)

// builtin is the table. Kinds of well-known groups first, then custom
// resources by who defines them.
var builtin = []protection{
	{"gateway.networking.k8s.io", "Gateway", holdsAddress},
	{"networking.k8s.io", "Ingress", holdsAddress},
	{"", "PersistentVolumeClaim", holdsData},
	{"", "PersistentVolume", holdsData},
	{"apps", "StatefulSet", "its pods hold data and an order"},
	{"", "Namespace", takesContents},
	{"apiextensions.k8s.io", "CustomResourceDefinition", "every resource of its kind is deleted with it"},
	{"helm.toolkit.fluxcd.io", "HelmRelease", "its deletion uninstalls the release"},
	{ownership.KustomizationGroup, ownership.KustomizationKind, "its finalizer deletes its inventory"},
	{"storage.k8s.io", "StorageClass", "claims are bound by its name, and it decides what becomes of their volumes"},
	{"snapshot.storage.k8s.io", "", holdsData},

	{"ceph.rook.io", "", holdsData},
	{"longhorn.io", "", holdsData},
	{"postgresql.cnpg.io", "", holdsData},
	{"acid.zalan.do", "postgresql", holdsData},
	{"postgres-operator.crunchydata.com", "PostgresCluster", holdsData},
	{".percona.com", "", holdsData},
	{"mysql.oracle.com", "InnoDBCluster", holdsData},
	{"k8s.mariadb.com", "", holdsData},
	{"mongodbcommunity.mongodb.com", "MongoDBCommunity", holdsData},
	{"mongodb.com", "", holdsData},
	{"redis.redis.opstreelabs.in", "", holdsData},
	{"databases.spotahome.com", "RedisFailover", holdsData},
	{"dragonflydb.io", "Dragonfly", holdsData},
	{"kafka.strimzi.io", "", holdsData},
	{"rabbitmq.com", "", holdsData},
	{".k8s.elastic.co", "", holdsData},
	{"opensearch.opster.io", "OpenSearchCluster", holdsData},
	{"cassandra.datastax.com", "CassandraDatacenter", holdsData},
	{"k8ssandra.io", "K8ssandraCluster", holdsData},
	{"scylla.scylladb.com", "ScyllaCluster", holdsData},
	{"crdb.cockroachlabs.com", "CrdbCluster", holdsData},
	{"clickhouse.altinity.com", "ClickHouseInstallation", holdsData},
	{"minio.min.io", "Tenant", holdsData},
	{"etcd.database.coreos.com", "EtcdCluster", holdsData},

	{".cluster.x-k8s.io", "", holdsCloud},
	{"cluster.x-k8s.io", "", holdsCloud},
	{".crossplane.io", "", holdsCloud},
	{".upbound.io", "", holdsCloud},
	{".services.k8s.aws", "", holdsCloud},
	{".cnrm.cloud.google.com", "", holdsCloud},
	{".azure.com", "", holdsCloud},
	{"infra.contrib.fluxcd.io", "Terraform", holdsCloud},
}

// Protected says whether the deletion of an object needs a name and a
// person's consent even where no state wants the object any more, and why.
// Extra kinds are those of the layout file; the object may be the zero value
// where nothing but its id is known.
func Protected(id ownership.ObjectID, o ownership.Object, extra []ownership.GroupKind) (reason string, ok bool) {
	for _, gk := range extra {
		if gk.Group == id.Group && gk.Kind == id.Kind {
			return "the layout protects its kind", true
		}
	}
	if id.Group == "" && id.Kind == "Service" && o.LoadBalancer {
		return holdsAddress, true
	}
	for _, p := range builtin {
		if p.matches(id) {
			return p.reason, true
		}
	}
	return "", false
}

func (p protection) matches(id ownership.ObjectID) bool {
	if p.kind != "" && p.kind != id.Kind {
		return false
	}
	if strings.HasPrefix(p.group, ".") {
		return strings.HasSuffix(id.Group, p.group)
	}
	return p.group == id.Group
}
