"""Makes the small ONNX files beside this script with the libraries that ML engineers use.

Run once in an environment of its own:
  pip install numpy scikit-learn skl2onnx lightgbm xgboost onnxmltools
  python make.py
The files are committed, so no test needs Python. Rows are seeded; the label follows from them.
"""
import json
import pathlib

import numpy as np
from lightgbm import LGBMClassifier
from onnxmltools import convert_lightgbm, convert_xgboost
from onnxmltools.convert.common.data_types import FloatTensorType as MlFloat
from skl2onnx import to_onnx
from skl2onnx.common.data_types import FloatTensorType
from sklearn.calibration import CalibratedClassifierCV
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from xgboost import XGBClassifier

HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(7)
x = rng.normal(size=(400, 5)).astype(np.float32)
y = ((x[:, 0] + 0.5 * x[:, 1] * x[:, 2] + 0.3 * rng.normal(size=400)) > 0).astype(int)
missing = x.copy()
missing[rng.random(x.shape) < 0.1] = np.nan
rows = np.vstack([x[:4], np.zeros((1, 5), np.float32)])
kind = [("features", FloatTensorType([None, 5]))]
golden = {}


def keep(name, model, data):
    (HERE / f"{name}.onnx").write_bytes(model.SerializeToString())
    golden[name] = data


def sklearn(name, model, data=x):
    model.fit(data, y)
    options = {"zipmap": False}
    onx = to_onnx(model, initial_types=kind, options={id(model): options}, target_opset=17)
    keep(name, onx, model.predict_proba(rows)[:, 1].tolist())
    return model


sklearn("sklearn-logistic", make_pipeline(SimpleImputer(), StandardScaler(), LogisticRegression()), missing)
sklearn("sklearn-forest", RandomForestClassifier(6, max_depth=4, random_state=1))
sklearn("sklearn-boosted", GradientBoostingClassifier(n_estimators=8, max_depth=2, random_state=1))
sklearn("sklearn-mlp", MLPClassifier((8,), max_iter=200, random_state=1))

def calibrated(name, model, data=x):
    sklearn(name, CalibratedClassifierCV(model, method="sigmoid", ensemble=False, cv=3), data)


calibrated("sklearn-calibrated-boosted", GradientBoostingClassifier(n_estimators=8, max_depth=2, random_state=1))
calibrated("sklearn-calibrated-forest", RandomForestClassifier(6, max_depth=4, random_state=1))
calibrated("sklearn-calibrated-logistic", LogisticRegression())

model = LogisticRegression().fit(x, y)
keep("sklearn-zipmap", to_onnx(model, initial_types=kind, target_opset=17), model.predict_proba(rows)[:, 1].tolist())

ml = [("features", MlFloat([None, 5]))]
model = LGBMClassifier(n_estimators=8, num_leaves=6, verbose=-1, random_state=1).fit(missing, y)
keep("lightgbm", convert_lightgbm(model, initial_types=ml, zipmap=False, target_opset=15),
     model.predict_proba(rows)[:, 1].tolist())
model = XGBClassifier(n_estimators=8, max_depth=3, random_state=1).fit(missing, y)
keep("xgboost", convert_xgboost(model, initial_types=ml, target_opset=15),
     model.predict_proba(rows)[:, 1].tolist())

(HERE / "golden.json").write_text(
    json.dumps({"rows": [[float(v) for v in row] for row in rows], "probability": golden}, indent=1) + "\n")
